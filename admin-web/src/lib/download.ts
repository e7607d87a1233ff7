/** A file the server has promised: where to fetch it, once, and what it is called. */
export interface PromisedFile {
  download: string
  rows: number
  file_name: string
}

/** The browser fetches and keeps it. */
export function startDownload({ download, file_name }: PromisedFile): void {
  const link = document.createElement('a')
  link.href = download
  link.download = file_name
  link.click()
}
