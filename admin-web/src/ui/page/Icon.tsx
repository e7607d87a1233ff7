/** The console's few signs, 1.8 px strokes on 24 × 24. Always beside a word or in a labelled button. */
const PATHS = {
  calendar: 'M4 5h16v14H4zM4 10h16M9 3v4M15 3v4',
  cells: 'M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM13 13h7v6h-7z',
  report: 'M5 20v-7M12 20V5M19 20v-10',
  park: 'M3 18l4-12h10l4 12zM5 12h14M12 6v12',
  message: 'M4 5h16v11H9l-5 4zM8 9h8M8 12h5',
  settings: 'M4 8h10M18 8h2M4 16h2M10 16h10M16 6v4M8 14v4',
  mail: 'M4 6h16v12H4zM4 7l8 6 8-6',
  phone:
    'M6 4h4l1.5 5-2.5 1.5a10 10 0 0 0 4.5 4.5L15 12.5l5 1.5v4c0 1-1 2-2 2C11 20 4 13 4 6c0-1 1-2 2-2z',
  pin: 'M9 4h6l-1 6 3 3H7l3-3zM12 13v7',
  queue: 'M4 6h5v4H4zM4 14h5v4H4zM12 8h8M12 16h8',
  template: 'M4 5h16v14H4zM4 10h16M9 10v9',
  letter: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h3',
  log: 'M6 4h12v16H6zM9 9h6M9 13h6M9 17h3',
  people:
    'M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3 19c0-3 3-5 6-5s6 2 6 5M16 5.5a3 3 0 0 1 0 5M18 14.5c2 .8 3 2.4 3 4.5',
  person: 'M12 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM5 20c0-3.5 3-6 7-6s7 2.5 7 6',
  campaign: 'M4 10v4h3l8 4V6L7 10zM18.5 9.5c1.3 1.4 1.3 3.6 0 5M8 14.5V19h3v-3',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1',
  euro: 'M17 6.5A7 7 0 1 0 17 17.5M4 10.5h9M4 13.5h8',
  spelling: 'M4 17l4.5-11L13 17M5.6 13h5.8M14 16.5l2 2 4-5',
  flag: 'M6 21V4M6 5h11l-2.5 3.5L17 12H6',
  referral:
    'M7 10a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM17 10a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM12 20a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM9.5 7.5h5M8.2 9.8l2.6 5.4M15.8 9.8l-2.6 5.4',
  setup: 'M4 8h10M18 8h2M4 16h2M10 16h10M16 6v4M8 14v4',
  clock: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 7.5V12l3 2',
  check: 'M5 4h14v16H5zM8.5 12l2.5 2.5 4.5-5',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l1.5 2h-15zM10 21h4',
  send: 'M4 12L20 5l-5 15-4-6zM11 14l9-9',
  key: 'M8 18.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM11 11.7L19 4M15.5 7.3l2.5 2.5',
  shield: 'M12 3.5l7 2.5v5.5c0 4.5-3 7.5-7 9-4-1.5-7-4.5-7-9V6zM9 12l2 2 4-4',
  menu: 'M4 7h16M4 12h16M4 17h16',
  search: 'M11 17a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM15.5 15.5L20 20',
  up: 'M12 19V6M7 10l5-5 5 5',
  down: 'M12 5v13M7 14l5 5 5-5',
  close: 'M6 6l12 12M18 6L6 18',
  add: 'M12 5v14M5 12h14',
  density: 'M4 6h16M4 10h16M4 14h16M4 18h16',
  download: 'M12 4v11M7.5 10.5L12 15l4.5-4.5M5 19.5h14',
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
