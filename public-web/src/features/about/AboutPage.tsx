export default function AboutPage() {
  return (
    <section className="text">
      <h1>About</h1>
    </section>
  )
}
