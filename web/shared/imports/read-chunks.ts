/** The bytes of a file, a part at a time. Rejects where the file has changed since it was chosen. */
export async function* readChunks(file: Blob): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}
