export default function DashboardPage() {
  return (
    <section className="text">
      <h1>Dashboard</h1>
    </section>
  )
}
