import { localStorageStore, memoryStore, type Store } from 'react-admin'

/**
 * What react-admin remembers. Chosen columns, their widths and the height of rows stay in this browser; everything else,
 * such as the filters of a list, may hold a person's name and lives only as long as the page.
 */
export function consoleStore(): Store {
  const memory = memoryStore()
  const kept = localStorageStore('1', 'voltigo')
  const storeOf = (key: string) => (isKept(key) ? kept : memory)
  return {
    ...memory,
    getItem: (key, fallback) => storeOf(key).getItem(key, fallback),
    setItem: (key, value) => storeOf(key).setItem(key, value),
    removeItem: (key) => storeOf(key).removeItem(key),
    subscribe: (key, callback) => storeOf(key).subscribe(key, callback),
  }
}

/** Columns are chosen by each account: `reservations.columns.3`. */
const isKept = (key: string): boolean =>
  /\.(columns|widths)(\.\d+)?$/.test(key) || key === 'density'
