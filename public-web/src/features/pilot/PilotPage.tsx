export default function PilotPage() {
  return (
    <section className="text">
      <h1>Pilot</h1>
    </section>
  )
}
