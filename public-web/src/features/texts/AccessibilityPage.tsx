export default function AccessibilityPage() {
  return (
    <section className="text">
      <h1>Accessibility</h1>
    </section>
  )
}
