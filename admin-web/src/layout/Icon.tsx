/** The console's few signs, 1.8 px strokes on 24 × 24. Always beside a word or in a labelled button. */
const PATHS = {
  calendar: 'M4 5h16v14H4zM4 10h16M9 3v4M15 3v4',
  cells: 'M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM13 13h7v6h-7z',
  board: 'M4 5h4v14H4zM10 5h4v9h-4zM16 5h4v6h-4z',
  park: 'M3 18l4-12h10l4 12zM5 12h14M12 6v12',
  mail: 'M4 6h16v12H4zM4 7l8 6 8-6',
  log: 'M6 4h12v16H6zM9 9h6M9 13h6M9 17h3',
  people:
    'M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3 19c0-3 3-5 6-5s6 2 6 5M16 5.5a3 3 0 0 1 0 5M18 14.5c2 .8 3 2.4 3 4.5',
  person: 'M12 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM5 20c0-3.5 3-6 7-6s7 2.5 7 6',
  menu: 'M4 7h16M4 12h16M4 17h16',
  search: 'M11 17a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM15.5 15.5L20 20',
  up: 'M12 19V6M7 10l5-5 5 5',
  down: 'M12 5v13M7 14l5 5 5-5',
  close: 'M6 6l12 12M18 6L6 18',
  columns: 'M4 5h16v14H4zM10 5v14M15 5v14',
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
} as const

export type IconName = keyof typeof PATHS

export function Icon({ name, size = 22 }: { name: IconName; size?: number }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinejoin="round"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
