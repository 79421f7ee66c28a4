import { aboutOne } from './about-one.ts'

/** A reorganisation has taken it out of a block that was more than 6 deep. */
export const paymentReorganised = aboutOne({
  es: {
    subject: {
      payment: 'Un pago confirmado salió de la cadena',
      withdrawal: 'Un retiro confirmado salió de la cadena',
    },
    why: 'La red Bitcoin cambió más de 6 de sus últimos bloques, y ningún bloque lo contiene ahora.',
    kept: 'Quincena lo envía de nuevo por sí sola y nunca dos veces: no lo repitas por otro medio.',
    names: { payroll: 'Nómina', amount: 'Monto' },
    link: 'Ver el estado',
  },
  en: {
    subject: {
      payment: 'A confirmed payment left the chain',
      withdrawal: 'A confirmed withdrawal left the chain',
    },
    why: 'The Bitcoin network changed more than 6 of its last blocks, and no block holds it now.',
    kept: 'Quincena sends it again by itself and never twice: do not repeat it by other means.',
    names: { payroll: 'Payroll', amount: 'Amount' },
    link: 'See its state',
  },
  it: {
    subject: {
      payment: 'Un pagamento confermato è uscito dalla catena',
      withdrawal: 'Un prelievo confermato è uscito dalla catena',
    },
    why: 'La rete Bitcoin ha cambiato più di 6 dei suoi ultimi blocchi, e ora nessun blocco lo contiene.',
    kept: 'Quincena lo invia di nuovo da sola e mai due volte: non ripeterlo con altri mezzi.',
    names: { payroll: 'Libro paga', amount: 'Importo' },
    link: 'Vedi lo stato',
  },
  pt: {
    subject: {
      payment: 'Um pagamento confirmado saiu da cadeia',
      withdrawal: 'Uma retirada confirmada saiu da cadeia',
    },
    why: 'A rede Bitcoin mudou mais de 6 dos seus últimos blocos, e nenhum bloco o contém agora.',
    kept: 'A Quincena envia de novo sozinha e nunca duas vezes: não repita por outro meio.',
    names: { payroll: 'Folha', amount: 'Valor' },
    link: 'Ver o estado',
  },
})
