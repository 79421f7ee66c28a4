import { createTransport } from 'nodemailer'
import { DeliveryError, type Mail, type Mailer } from '#server/ports.ts'

const patienceMs = 15_000

/** Errors of this mail or its recipient; a refused sign-in or greeting concerns the server. */
const codesOfTheMail = new Set(['EENVELOPE', 'EMESSAGE', 'ESTREAM'])

type Settings = { url: string; from: string; timeoutMs?: number }
type SmtpFault = { code?: string; responseCode?: number }

/**
 * Without the server's words, which often repeat the recipient. 5yz is a permanent refusal
 * (RFC 5321, 4.2.1); everything else, a broken connection after the last line included, is not known
 * to have failed and comes again.
 */
function deliveryErrorOf(cause: unknown): DeliveryError {
  const { code = 'unknown', responseCode } = cause as SmtpFault
  const refused = responseCode !== undefined && responseCode >= 500
  const permanent = codesOfTheMail.has(code) && (refused || responseCode === undefined)
  return new DeliveryError(`SMTP ${responseCode ?? code}`, permanent)
}

const fileOf = ({ name, type, bytes, contentId }: NonNullable<Mail['attachment']>) => ({
  filename: name,
  contentType: type,
  content: bytes,
  ...(contentId !== undefined && { cid: contentId, contentDisposition: 'inline' as const }),
})

/** `url` as smtp://user:password@host:587 (TLS by STARTTLS where offered) or smtps://. */
export function smtpMailer({ url, from, timeoutMs = patienceMs }: Settings): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    // A mail never reads a file and never fetches anything.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = /@([^\s@>]+)>?$/.exec(from.trim())?.[1] ?? 'localhost'
  return {
    async send({ id, to, subject, text, html, attachment }: Mail) {
      try {
        await transport.sendMail({
          from,
          // An object, for a text would be read as a list of addresses.
          to: { name: '', address: to },
          subject,
          text,
          ...(html === null ? {} : { html }),
          ...(attachment && { attachments: [fileOf(attachment)] }),
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (cause) {
        throw deliveryErrorOf(cause)
      }
    },
  }
}
