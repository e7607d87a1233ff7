/** The fields of `data` whose value is another one than in `previous`; never the version. */
export function changedFields<T extends object>(
  data: T,
  previous: { readonly [name in keyof T]?: unknown },
): Partial<T> {
  const names = Object.keys(data) as (keyof T)[]
  const changed = names.filter(
    (name) =>
      name !== 'version' &&
      JSON.stringify(data[name] ?? null) !== JSON.stringify(previous[name] ?? null),
  )
  return Object.fromEntries(changed.map((name) => [name, data[name]])) as Partial<T>
}
