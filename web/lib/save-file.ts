/** Has the browser save a file. */
export function saveFile(file: Blob, name: string) {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken the file by its next turn.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
