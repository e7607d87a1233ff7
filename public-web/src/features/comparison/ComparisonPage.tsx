export default function ComparisonPage() {
  return (
    <section className="text">
      <h1>Comparison</h1>
    </section>
  )
}
