/** Payments whose celebration this browser has shown. */
const key = 'quincena-celebrated'
const remembered = 100

function read(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
  } catch {
    // Storage may be switched off, or somebody edited it: then it is shown again.
    return []
  }
}

export const wasCelebrated = (paymentId: string) => read().includes(paymentId)

export function rememberCelebrated(paymentId: string): void {
  const ids = [paymentId, ...read().filter((id) => id !== paymentId)]
  try {
    localStorage.setItem(key, JSON.stringify(ids.slice(0, remembered)))
  } catch {
    // Storage may be refused: the payment is celebrated again.
  }
}
