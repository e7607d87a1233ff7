/** As many rows as will come, of the same height, so that nothing jumps when they do. */
export function SkeletonRows({ columns, rows }: { columns: number; rows: number }) {
  const cells = Array.from({ length: columns }, (_, cell) => cell)
  return Array.from({ length: rows }, (_, row) => row).map((row) => (
    <tr key={row}>
      {cells.map((cell) => (
        <td key={cell}>
          <span className="skeleton" />
        </td>
      ))}
    </tr>
  ))
}
