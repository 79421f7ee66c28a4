import type { Language, Texts } from '#contract/errors.ts'
import { type FieldText, fieldTexts } from '#contract/texts.ts'

/** What the sandbox says when it can't. */
const sandboxTexts = {
  amount: {
    es: 'Pide de 0.00000546 a 100 BTC, con 8 decimales como máximo',
    en: 'Ask for 0.00000546 to 100 BTC, with 8 decimals at most',
    it: 'Chiedi da 0,00000546 a 100 BTC, con 8 decimali al massimo',
    pt: 'Peça de 0,00000546 a 100 BTC, com no máximo 8 casas decimais',
  },
  blocks: {
    es: 'Mina de 1 a 200 bloques a la vez',
    en: 'Mine 1 to 200 blocks at a time',
    it: 'Mina da 1 a 200 blocchi alla volta',
    pt: 'Minere de 1 a 200 blocos por vez',
  },
  price: {
    es: 'El precio va de 1,000 a 10,000,000 USD, con dos decimales como máximo',
    en: 'The price goes from 1,000 to 10,000,000 USD, with two decimals at most',
    it: 'Il prezzo va da 1.000 a 10.000.000 USD, con due decimali al massimo',
    pt: 'O preço vai de 1.000 a 10.000.000 USD, com no máximo duas casas decimais',
  },
  request: {
    es: 'La petición no se entiende',
    en: 'The request cannot be understood',
    it: 'La richiesta non si capisce',
    pt: 'O pedido não foi entendido',
  },
  faucetWaits: {
    es: 'El grifo tiene {free} BTC libres. Mina un bloque y tendrá {next}',
    en: 'The faucet has {free} BTC free. Mine a block and it will have {next}',
    it: 'Il rubinetto ha {free} BTC liberi. Mina un blocco e ne avrà {next}',
    pt: 'A torneira tem {free} BTC livres. Minere um bloco e ela terá {next}',
  },
  faucetRipens: {
    es: 'El grifo tiene {free} BTC libres. Cada bloque que mines libera un poco más, hasta {later}',
    en: 'The faucet has {free} BTC free. Each block you mine frees a little more, up to {later}',
    it: 'Il rubinetto ha {free} BTC liberi. Ogni blocco che mini ne libera un po’, fino a {later}',
    pt: 'A torneira tem {free} BTC livres. Cada bloco que você minera libera mais, até {later}',
  },
  faucetDry: {
    es: 'Al grifo le quedan {free} BTC, y minar ya da muy poco: en regtest el premio se parte por la mitad cada 150 bloques. Pide menos, o empieza de cero con otro DATA_DIR',
    en: 'The faucet has {free} BTC left, and mining brings little by now: on regtest the reward halves every 150 blocks. Ask for less, or start afresh with another DATA_DIR',
    it: 'Al rubinetto restano {free} BTC, e minare ormai rende poco: su regtest il premio si dimezza ogni 150 blocchi. Chiedi meno, o ricomincia con un altro DATA_DIR',
    pt: 'Restam {free} BTC na torneira, e minerar já rende pouco: no regtest o prêmio cai pela metade a cada 150 blocos. Peça menos, ou recomece com outro DATA_DIR',
  },
  nodeRefused: {
    es: 'El nodo no lo acepta: {reason}',
    en: 'The node does not take it: {reason}',
    it: 'Il nodo non lo accetta: {reason}',
    pt: 'O nó não aceita: {reason}',
  },
  nodeAway: {
    es: 'El nodo no responde ahora. Prueba otra vez en un momento',
    en: 'The node does not answer now. Try again in a moment',
    it: 'Il nodo ora non risponde. Riprova tra un momento',
    pt: 'O nó não responde agora. Tente de novo em instantes',
  },
  unknownTransaction: {
    es: 'No se conoce esa transacción',
    en: 'That transaction is not known',
    it: 'Questa transazione non è conosciuta',
    pt: 'Essa transação não é conhecida',
  },
  unknownCall: {
    es: 'Esa llamada no existe',
    en: 'There is no such call',
    it: 'Questa chiamata non esiste',
    pt: 'Essa chamada não existe',
  },
  fault: {
    es: 'Algo falló en el servidor',
    en: 'Something failed in the server',
    it: 'Qualcosa non ha funzionato nel server',
    pt: 'Algo falhou no servidor',
  },
} as const satisfies Record<string, Texts>

export type SandboxText = keyof typeof sandboxTexts | FieldText

const allTexts: Record<SandboxText, Texts> = { ...fieldTexts, ...sandboxTexts }

export function sandboxText(
  key: SandboxText,
  language: Language,
  params: Record<string, string>,
): string {
  return allTexts[key][language].replaceAll(/\{(\w+)\}/g, (braces, name) => params[name] ?? braces)
}

const notFound: SandboxText[] = ['unknownTransaction', 'unknownCall']

/** The sandbox's way of saying no: a text for a person, and 400 or 404 for a program. */
export class SandboxRefusal extends Error {
  readonly text: SandboxText
  readonly status: 400 | 404
  readonly params: Record<string, string>

  constructor(text: SandboxText, params: Record<string, string> = {}) {
    super(text)
    this.name = 'SandboxRefusal'
    this.text = text
    this.status = notFound.includes(text) ? 404 : 400
    this.params = params
  }
}
