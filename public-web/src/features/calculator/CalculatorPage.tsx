export default function CalculatorPage() {
  return (
    <section className="text">
      <h1>Calculator</h1>
    </section>
  )
}
