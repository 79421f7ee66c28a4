import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export type TakenMail = { to: string[]; messageId: string; source: string }
/**
 * The server's reaction to a mail: takes it, refuses with a status, or hangs up without an answer.
 */
export type Behaviour = 'take' | 'drop' | { refuse: number; at: 'recipient' | 'data' }

/**
 * A real mail server on a port of its own, that plays each recipient's script, one step a try, and
 * then takes every mail. `mails` has those it took, even where the sender got no answer.
 */
export async function testSmtp() {
  const scripts = new Map<string, Behaviour[]>()
  const mails: TakenMail[] = []
  const tries: string[] = []
  const gates: Promise<void>[] = []
  const refusal = (status: number) =>
    Object.assign(new Error('no such luck, <somebody@izalco.sv>'), { responseCode: status })
  const next = (address: string) => scripts.get(address)?.[0] ?? 'take'

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo({ address }, _session, callback) {
      tries.push(address)
      const behaviour = next(address)
      if (typeof behaviour === 'object' && behaviour.at === 'recipient') {
        scripts.get(address)?.shift()
        return callback(refusal(behaviour.refuse))
      }
      callback()
    },
    async onData(stream, session, callback) {
      // The sender may be killed in the middle of a mail.
      const source = await text(stream).catch(() => null)
      if (source === null) return
      await Promise.all(gates)
      const to = session.envelope.rcptTo.map(({ address }) => address)
      const [address = ''] = to
      const behaviour = next(address)
      scripts.get(address)?.shift()
      if (typeof behaviour === 'object') return callback(refusal(behaviour.refuse))
      const messageId = /^message-id:\s*(\S+)/im.exec(source)?.[1] ?? ''
      mails.push({ to, messageId, source })
      if (behaviour === 'take') return callback()
      // The server's own connections, whose sockets its types do not name.
      for (const connection of server.connections) {
        const { id, _socket } = connection as unknown as { id: string; _socket: Socket }
        if (id === session.id) _socket.destroy()
      }
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    /** Recipients, once for each try. */
    tries,
    plays: (address: string, ...behaviours: Behaviour[]) => scripts.set(address, behaviours),
    /** Answers no mail until the returned function is called. */
    hold(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      gates.push(promise)
      return resolve
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
