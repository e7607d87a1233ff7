interface Listed {
  is_on: boolean
  prefixes: readonly string[]
}

const DIGITS = 5

/** A line per region with the first and the last postcode it can hold, as German Excel opens it. */
export function regionFile(arms: readonly Listed[]): string {
  const lines = arms.flatMap(({ is_on, prefixes }) =>
    prefixes.map((prefix) =>
      [
        is_on ? 'mit Kampagne' : 'ohne Kampagne',
        prefix,
        prefix.padEnd(DIGITS, '0'),
        prefix.padEnd(DIGITS, '9'),
      ].join(';'),
    ),
  )
  return `\uFEFF${['Arm;Beginnt mit;Von;Bis', ...lines].join('\r\n')}\r\n`
}
