export default function HowItWorksPage() {
  return (
    <section className="text">
      <h1>HowItWorks</h1>
    </section>
  )
}
