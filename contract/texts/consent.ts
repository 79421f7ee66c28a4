import type { Language } from '../languages.ts'

/** Version 1 of the text that employees agree to, before a company writes its own. */
export const shippedConsentText: Record<Language, string> = {
  es: `Cobrar en bitcoin es voluntario. Nadie te puede obligar ni tratarte distinto por decir que no. Sin tu sí, cobras todo en dólares.

Tu salario está en dólares. La parte en bitcoin se calcula con el precio a la hora del pago. Después, ese precio sube y baja, y esa diferencia es tuya.

Un pago en bitcoin no se deshace. Solo tú tienes la llave de tu dirección: revisa que sea tuya. Si pierdes la llave, nadie puede recuperar lo que recibiste, ni tu empresa ni Quincena.

La comisión de la red la paga tu empresa.

Puedes cambiar de idea. Retirar tu sí en esta misma página vale desde el próximo pago sin preparar; desde entonces cobras todo en dólares.

Guardamos tu respuesta: la versión de este texto, el porcentaje, una huella de tu dirección, la fecha, la hora y la dirección IP.`,
  en: `Being paid in bitcoin is voluntary. Nobody may force you, or treat you differently for saying no. Without your yes you are paid in dollars.

Your salary is in dollars. The part in bitcoin is worked out at the price of the hour of the payment. Afterwards that price goes up and down, and the difference is yours.

A payment in bitcoin cannot be undone. You alone hold the key of your address: check that it is yours. If you lose the key, nobody can get back what you received, neither your company nor Quincena.

Your company pays the network fee.

You can change your mind. Taking back your yes on this page counts from the next payment that is not yet prepared; from then on you are paid in dollars.

We keep your answer: the version of this text, the share, a fingerprint of your address, the date, the time and the IP address.`,
  it: `Ricevere lo stipendio in bitcoin è volontario. Nessuno può obbligarti o trattarti in modo diverso se dici di no. Senza il tuo sì ricevi tutto in dollari.

Il tuo stipendio è in dollari. La parte in bitcoin si calcola con il prezzo al momento del pagamento. Dopo, quel prezzo sale e scende, e la differenza è tua.

Un pagamento in bitcoin non si annulla. Solo tu hai la chiave del tuo indirizzo: controlla che sia il tuo. Se perdi la chiave, nessuno può recuperare quello che hai ricevuto, né la tua azienda né Quincena.

La commissione di rete la paga la tua azienda.

Puoi cambiare idea. Ritirare il tuo sì in questa stessa pagina vale dal prossimo pagamento non ancora preparato; da allora ricevi tutto in dollari.

Conserviamo la tua risposta: la versione di questo testo, la percentuale, un’impronta del tuo indirizzo, la data, l’ora e l’indirizzo IP.`,
  pt: `Receber em bitcoin é voluntário. Ninguém pode obrigar você nem tratar você de outro modo por dizer não. Sem o seu sim, você recebe tudo em dólares.

O seu salário é em dólares. A parte em bitcoin é calculada com o preço na hora do pagamento. Depois, esse preço sobe e desce, e a diferença é sua.

Um pagamento em bitcoin não se desfaz. Só você tem a chave do seu endereço: confira se é o seu. Se você perder a chave, ninguém pode recuperar o que você recebeu, nem a sua empresa nem a Quincena.

A taxa da rede quem paga é a sua empresa.

Você pode mudar de ideia. Retirar o seu sim nesta mesma página vale a partir do próximo pagamento ainda não preparado; desde então você recebe tudo em dólares.

Guardamos a sua resposta: a versão deste texto, a porcentagem, uma impressão do seu endereço, a data, a hora e o endereço IP.`,
}
