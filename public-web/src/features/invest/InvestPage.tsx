export default function InvestPage() {
  return (
    <section className="text">
      <h1>Invest</h1>
    </section>
  )
}
