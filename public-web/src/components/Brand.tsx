import { Link } from '@/components/Link'

/** The logo, leading home. */
export function Brand() {
  return (
    <Link className="brand" to="/">
      <BrandMark />
      voltigo
    </Link>
  )
}

/** The sign of the logo: a field of nine cells with one of them lit. */
export function BrandMark() {
  return (
    <svg viewBox="0 0 34 26" aria-hidden="true">
      <path
        fill="currentColor"
        d="M0 0h10v7H0zM12 0h10v7H12zM24 0h10v7H24zM0 9.5h10v7H0zM24 9.5h10v7H24zM0 19h10v7H0zM12 19h10v7H12zM24 19h10v7H24z"
      />
      <path className="brand__mine" d="M12 9.5h10v7H12z" />
    </svg>
  )
}
