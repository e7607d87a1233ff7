export function SetupPage() {
  return <h1>Konto einrichten</h1>
}
