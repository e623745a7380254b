/** Hands a file to the browser, which saves it where the person keeps downloads. */
export function saveFile(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  // The browser has taken it over by the next turn.
  setTimeout(() => URL.revokeObjectURL(link.href))
}
