import { aboutOne } from './about-one.ts'

/** The signer finds its rate far from those that it signed before, and leaves it to the operator. */
export const paymentHeld = aboutOne({
  es: {
    subject: { payment: 'Un pago espera al operador', withdrawal: 'Un retiro espera al operador' },
    why: 'El precio de Bitcoin está muy lejos de los que se firmaron antes, así que no se firma hasta que lo confirme quien opera Quincena.',
    kept: 'No se movió ningún fondo. Sigue por sí solo en cuanto se confirme.',
    names: { payroll: 'Nómina', amount: 'Monto' },
    link: 'Ver el detalle',
  },
  en: {
    subject: {
      payment: 'A payment waits for the operator',
      withdrawal: 'A withdrawal waits for the operator',
    },
    why: 'The price of Bitcoin is far from those that were signed before, so it is not signed until the operator of Quincena has confirmed it.',
    kept: 'No funds were moved. It goes on by itself once that is done.',
    names: { payroll: 'Payroll', amount: 'Amount' },
    link: 'See the details',
  },
  it: {
    subject: {
      payment: 'Un pagamento attende l’operatore',
      withdrawal: 'Un prelievo attende l’operatore',
    },
    why: 'Il prezzo di Bitcoin è molto lontano da quelli firmati prima, quindi non si firma finché chi gestisce Quincena non lo conferma.',
    kept: 'Nessun fondo si è mosso. Prosegue da solo appena è confermato.',
    names: { payroll: 'Libro paga', amount: 'Importo' },
    link: 'Vedi i dettagli',
  },
  pt: {
    subject: {
      payment: 'Um pagamento aguarda o operador',
      withdrawal: 'Uma retirada aguarda o operador',
    },
    why: 'O preço do Bitcoin está muito longe dos que foram assinados antes, por isso não se assina até que quem opera a Quincena o confirme.',
    kept: 'Nenhum fundo se moveu. Segue por si só assim que for confirmado.',
    names: { payroll: 'Folha', amount: 'Valor' },
    link: 'Ver os detalhes',
  },
})
