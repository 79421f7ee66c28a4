/** A text with one `<b>` in it. */
export function Rich({ text }: { text: string }) {
  const [before, bold, after] = text.split(/<\/?b>/)
  return (
    <>
      {before}
      {bold !== undefined && <strong>{bold}</strong>}
      {after}
    </>
  )
}
