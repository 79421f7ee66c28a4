/** Whether a message's receiver is the wanted one, which may be masked: `a•••@izalco.sv`. */
export function isTo(receiver: string, wanted: string): boolean {
  const known = receiver.toLowerCase()
  const [start = '', end] = wanted.toLowerCase().split(/•+/)
  if (end === undefined) return known === start
  return known.length >= start.length + end.length && known.startsWith(start) && known.endsWith(end)
}
