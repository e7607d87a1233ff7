export function LoginPage() {
  return <h1>Anmelden</h1>
}
