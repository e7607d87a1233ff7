export default function FaqsPage() {
  return (
    <section className="text">
      <h1>Faqs</h1>
    </section>
  )
}
