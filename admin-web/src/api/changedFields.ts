/** The fields of `data` whose value is another one than in `previous`; never the version. */
export function changedFields<T extends object>(
  data: T,
  previous: { readonly [name in keyof T]?: unknown },
): Partial<T> {
  const names = Object.keys(data) as (keyof T)[]
  const changed = names.filter((name) => name !== 'version' && !isSame(data[name], previous[name]))
  return Object.fromEntries(changed.map((name) => [name, data[name]])) as Partial<T>
}

/** Whether two values say the same: the order of members says nothing, nor does one without a value. */
export const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other)

function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_, one: unknown) =>
    one && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
}
