/** A source without its comments. */
export const code = (source: string) =>
  source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '')

/** What stands between quotes, without the expressions in it. */
export function quoted(source: string): string {
  const texts = code(source).match(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g)
  return (texts ?? []).map((text) => text.replace(/\$\{[^}]*\}/g, '')).join('\n')
}
