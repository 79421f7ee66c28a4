/**
 * The closed list of error codes, their HTTP status and their text in each language. Spanish has the
 * specification's wording, spelled correctly. `{name}` is filled by the server.
 */
export const languages = ['es', 'en', 'it', 'pt'] as const
export type Language = (typeof languages)[number]
export type Texts = Record<Language, string>

const catalogue = {
  VALIDATION: {
    status: 400,
    text: {
      es: 'Revisa los datos marcados. No se ha guardado nada.',
      en: 'Check the marked fields. Nothing was saved.',
      it: 'Controlla i dati segnalati. Non è stato salvato nulla.',
      pt: 'Revise os dados marcados. Nada foi salvo.',
    },
  },
  BAD_JSON: {
    status: 400,
    text: {
      es: 'El cuerpo de la petición no es JSON válido. No se ha guardado nada.',
      en: 'The request body is not valid JSON. Nothing was saved.',
      it: 'Il corpo della richiesta non è JSON valido. Non è stato salvato nulla.',
      pt: 'O corpo da requisição não é JSON válido. Nada foi salvo.',
    },
  },
  BAD_REQUEST: {
    status: 400,
    text: {
      es: 'La petición no se entiende. No se ha hecho nada.',
      en: 'The request cannot be understood. Nothing was done.',
      it: 'La richiesta non si capisce. Non è stato fatto nulla.',
      pt: 'Não foi possível entender a requisição. Nada foi feito.',
    },
  },
  INVALID_TOKEN: {
    status: 401,
    text: { es: 'invalid token', en: 'invalid token', it: 'invalid token', pt: 'invalid token' },
  },
  SESSION_EXPIRED: {
    status: 403,
    text: {
      es: 'Su sesión ha expirado',
      en: 'Your session has expired',
      it: 'La tua sessione è scaduta',
      pt: 'Sua sessão expirou',
    },
  },
  WRONG_CREDENTIALS: {
    status: 401,
    text: {
      es: 'Email o contraseña incorrectos',
      en: 'Wrong email or password',
      it: 'Email o password errati',
      pt: 'E-mail ou senha incorretos',
    },
  },
  WRONG_CODE: {
    status: 401,
    text: {
      es: 'El código no es correcto o ya no es válido',
      en: 'The code is wrong or no longer valid',
      it: 'Il codice è errato o non è più valido',
      pt: 'O código está errado ou não é mais válido',
    },
  },
  MFA_EXPIRED: {
    status: 401,
    text: {
      es: 'El tiempo o los intentos para el código se agotaron. Vuelve a iniciar sesión.',
      en: 'The time or the attempts for the code are used up. Sign in again.',
      it: 'Il tempo o i tentativi per il codice sono esauriti. Accedi di nuovo.',
      pt: 'O tempo ou as tentativas para o código se esgotaram. Entre novamente.',
    },
  },
  SIGN_IN_BLOCKED: {
    status: 401,
    text: {
      es: 'Hubo demasiados códigos incorrectos. Restablece tu contraseña para continuar.',
      en: 'There were too many wrong codes. Reset your password to continue.',
      it: 'Ci sono stati troppi codici errati. Reimposta la password per continuare.',
      pt: 'Houve códigos errados demais. Redefina sua senha para continuar.',
    },
  },
  WRONG_PASSWORD: {
    status: 400,
    text: {
      es: 'La contraseña actual no es correcta. No se ha cambiado nada.',
      en: 'The current password is wrong. Nothing was changed.',
      it: 'La password attuale è errata. Non è stato cambiato nulla.',
      pt: 'A senha atual está errada. Nada foi alterado.',
    },
  },
  RESET_CODE_INVALID: {
    status: 400,
    text: {
      es: 'Este enlace ya no es válido. Pide uno nuevo.',
      en: 'This link is no longer valid. Request a new one.',
      it: 'Questo link non è più valido. Richiedine uno nuovo.',
      pt: 'Este link não é mais válido. Peça um novo.',
    },
  },
  SMS_NOT_CONFIGURED: {
    status: 409,
    text: {
      es: 'Los mensajes de texto no están disponibles. No se ha cambiado nada; elige el correo.',
      en: 'Text messages are not available. Nothing was changed; choose email.',
      it: 'I messaggi di testo non sono disponibili. Non è stato cambiato nulla; scegli l’email.',
      pt: 'Mensagens de texto não estão disponíveis. Nada foi alterado; escolha o e-mail.',
    },
  },
  NOT_FOUND: {
    status: 404,
    text: {
      es: 'No encontramos lo que buscas',
      en: 'We could not find what you are looking for',
      it: 'Non abbiamo trovato quello che cerchi',
      pt: 'Não encontramos o que você procura',
    },
  },
  EMAIL_TAKEN: {
    status: 409,
    text: {
      es: 'Ya existe una cuenta con este email',
      en: 'An account with this email already exists',
      it: 'Esiste già un account con questa email',
      pt: 'Já existe uma conta com este e-mail',
    },
  },
  PAYROLL_HAS_FUNDS: {
    status: 409,
    text: {
      es: 'No es posible eliminar una nómina con fondos.',
      en: 'A payroll with funds cannot be deleted.',
      it: 'Non è possibile eliminare un libro paga con fondi.',
      pt: 'Não é possível excluir uma folha com fundos.',
    },
  },
  PAYROLL_HAS_NO_EMPLOYEES: {
    status: 409,
    text: {
      es: 'La nómina no tiene empleados. No se movió ningún fondo.',
      en: 'The payroll has no employees. No funds were moved.',
      it: 'Il libro paga non ha dipendenti. Nessun fondo è stato mosso.',
      pt: 'A folha não tem funcionários. Nenhum fundo foi movido.',
    },
  },
  PAYROLL_TYPE_MISMATCH: {
    status: 409,
    text: {
      es: 'El tipo de la nómina no lo permite. No se ha guardado nada.',
      en: 'The type of the payroll does not allow it. Nothing was saved.',
      it: 'Il tipo del libro paga non lo consente. Non è stato salvato nulla.',
      pt: 'O tipo da folha não permite isso. Nada foi salvo.',
    },
  },
  EXPORT_TOO_LARGE: {
    status: 409,
    text: {
      es: 'Son más de 100,000 filas, demasiadas para un archivo de Excel. Descarga el CSV.',
      en: 'There are more than 100,000 rows, too many for an Excel file. Download the CSV.',
      it: 'Sono più di 100.000 righe, troppe per un file Excel. Scarica il CSV.',
      pt: 'São mais de 100.000 linhas, demais para um arquivo do Excel. Baixe o CSV.',
    },
  },
  CSV_EMPLOYEE_IS_READ_ONLY: {
    status: 409,
    text: {
      es: 'Los empleados creados desde un CSV se cambian subiendo de nuevo el archivo. No se ha guardado nada.',
      en: 'Employees created from a CSV are changed by uploading the file again. Nothing was saved.',
      it: 'I dipendenti creati da un CSV si modificano caricando di nuovo il file. Non è stato salvato nulla.',
      pt: 'Funcionários criados por CSV são alterados enviando o arquivo novamente. Nada foi salvo.',
    },
  },
  COMPANY_FROZEN: {
    status: 409,
    text: {
      es: 'Tu empresa está congelada. No se movió ningún fondo ni se cambió nada. Para descongelarla, restablece tu contraseña por correo y confirma un código.',
      en: 'Your company is frozen. No funds were moved and nothing was changed. To unfreeze it, reset your password by email and confirm a code.',
      it: 'La tua azienda è congelata. Nessun fondo è stato mosso e nulla è cambiato. Per scongelarla, reimposta la password via email e conferma un codice.',
      pt: 'Sua empresa está congelada. Nenhum fundo foi movido e nada mudou. Para descongelá-la, redefina sua senha por e-mail e confirme um código.',
    },
  },
  FREEZE_LINK_ENDED: {
    status: 410,
    text: {
      es: 'Este enlace ya se usó o venció. No se cambió nada: si la empresa ya estaba congelada, lo sigue estando.',
      en: 'This link was used or has expired. Nothing was changed: a company that was frozen still is.',
      it: 'Questo link è già stato usato o è scaduto. Nulla è cambiato: se l’azienda era congelata, lo è ancora.',
      pt: 'Este link já foi usado ou venceu. Nada mudou: se a empresa estava congelada, continua congelada.',
    },
  },
  PAYMENT_IN_PROGRESS: {
    status: 409,
    text: {
      es: 'Esta nómina espera a que termine un movimiento anterior. No se ha enviado otro.',
      en: 'This payroll waits for an earlier transaction to end. No other was sent.',
      it: 'Questo libro paga attende che finisca un movimento precedente. Non ne è stato inviato un altro.',
      pt: 'Esta folha aguarda o fim de uma transação anterior. Nenhuma outra foi enviada.',
    },
  },
  WAITS_AFTER_RESET: {
    status: 409,
    text: {
      es: 'Tu contraseña se restableció por correo hace menos de 24 horas. Hasta que pasen, no se envía dinero a direcciones a las que la empresa nunca pagó. No se movió ningún fondo.',
      en: 'Your password was reset by mail less than 24 hours ago. Until then no money goes to addresses that the company never paid. No funds were moved.',
      it: 'La tua password è stata reimpostata via email meno di 24 ore fa. Fino ad allora non si invia denaro a indirizzi che l’azienda non ha mai pagato. Nessun fondo è stato mosso.',
      pt: 'A sua senha foi redefinida por e-mail há menos de 24 horas. Até lá não se envia dinheiro a endereços que a empresa nunca pagou. Nenhum fundo foi movido.',
    },
  },
  ALREADY_PAID: {
    status: 409,
    text: {
      es: 'Esta nómina ya se pagó hace menos de 72 horas. No se ha enviado otro pago.',
      en: 'This payroll was paid less than 72 hours ago. No other payment was sent.',
      it: 'Questo libro paga è stato pagato meno di 72 ore fa. Non è stato inviato un altro pagamento.',
      pt: 'Esta folha foi paga há menos de 72 horas. Nenhum outro pagamento foi enviado.',
    },
  },
  PREVIEW_CHANGED: {
    status: 409,
    text: {
      es: 'La nómina cambió desde que la viste. Revisa los cambios; no se movió ningún fondo.',
      en: 'The payroll has changed since you saw it. Check the changes; no funds were moved.',
      it: 'Il libro paga è cambiato da quando lo hai visto. Controlla le modifiche; nessun fondo è stato mosso.',
      pt: 'A folha mudou desde que você a viu. Revise as mudanças; nenhum fundo foi movido.',
    },
  },
  DUST_SALARY: {
    status: 409,
    text: {
      es: 'El salario de {names} es demasiado pequeño para enviarse por la red Bitcoin. No se movió ningún fondo.',
      en: 'The salary of {names} is too small to be sent over the Bitcoin network. No funds were moved.',
      it: 'Lo stipendio di {names} è troppo piccolo per essere inviato sulla rete Bitcoin. Nessun fondo è stato mosso.',
      pt: 'O salário de {names} é pequeno demais para ser enviado pela rede Bitcoin. Nenhum fundo foi movido.',
    },
  },
  FEE_TOO_HIGH: {
    status: 409,
    text: {
      es: 'La comisión de la red es demasiado alta en este momento. No se movió ningún fondo.',
      en: 'The network fee is too high right now. No funds were moved.',
      it: 'La commissione di rete è troppo alta in questo momento. Nessun fondo è stato mosso.',
      pt: 'A taxa de rede está alta demais neste momento. Nenhum fundo foi movido.',
    },
  },
  INSUFFICIENT_FUNDS: {
    status: 409,
    text: {
      es: 'Faltan {btc} BTC ({usd}) en esta nómina. No se movió ningún fondo.',
      en: '{btc} BTC ({usd}) are missing in this payroll. No funds were moved.',
      it: 'Mancano {btc} BTC ({usd}) in questo libro paga. Nessun fondo è stato mosso.',
      pt: 'Faltam {btc} BTC ({usd}) nesta folha. Nenhum fundo foi movido.',
    },
  },
  CODE_REQUIRED: {
    status: 401,
    text: {
      es: 'Para esto hacen falta tu contraseña y un código. No se ha cambiado nada.',
      en: 'This takes your password and a code. Nothing was changed.',
      it: 'Per questo servono la tua password e un codice. Non è stato cambiato nulla.',
      pt: 'Para isto são necessários sua senha e um código. Nada foi alterado.',
    },
  },
  EMAIL_NOT_VERIFIED: {
    status: 409,
    text: {
      es: 'Antes de mover dinero confirma tu correo en Seguridad. No se movió ningún fondo.',
      en: 'Confirm your email under Security before you move money. No funds were moved.',
      it: 'Prima di muovere denaro conferma la tua email in Sicurezza. Nessun fondo è stato mosso.',
      pt: 'Antes de mover dinheiro confirme seu e-mail em Segurança. Nenhum fundo foi movido.',
    },
  },
  CHANNEL_NOT_CONFIRMED: {
    status: 409,
    text: {
      es: 'Primero confirma ese correo o ese teléfono con un código. No se ha cambiado nada.',
      en: 'First confirm that email or phone by a code. Nothing was changed.',
      it: 'Prima conferma quell’email o quel telefono con un codice. Non è stato cambiato nulla.',
      pt: 'Primeiro confirme esse e-mail ou esse telefone com um código. Nada foi alterado.',
    },
  },
  NOT_PENDING_APPROVAL: {
    status: 409,
    text: {
      es: 'Esta transacción no espera ninguna aprobación. No se ha cambiado nada.',
      en: 'This transaction is not waiting for an approval. Nothing was changed.',
      it: 'Questa transazione non è in attesa di approvazione. Non è stato cambiato nulla.',
      pt: 'Esta transação não aguarda aprovação. Nada foi alterado.',
    },
  },
  PRICE_MOVED: {
    status: 409,
    text: {
      es: 'El precio de Bitcoin cambió más de un 5 % desde que se preparó este pago. El pago se rechazó y no se movió ningún fondo; prepáralo de nuevo.',
      en: 'The Bitcoin price moved by more than 5% since this payment was prepared. The payment was rejected and no funds were moved; prepare it again.',
      it: 'Il prezzo di Bitcoin è cambiato di oltre il 5% da quando il pagamento è stato preparato. Il pagamento è stato rifiutato e nessun fondo è stato mosso; preparalo di nuovo.',
      pt: 'O preço do Bitcoin mudou mais de 5% desde que este pagamento foi preparado. O pagamento foi rejeitado e nenhum fundo foi movido; prepare-o de novo.',
    },
  },
  DUST_AMOUNT: {
    status: 409,
    text: {
      es: 'Después de la comisión de la red quedaría demasiado poco para enviarlo por la red Bitcoin. No se movió ningún fondo.',
      en: 'After the network fee too little would be left to be sent over the Bitcoin network. No funds were moved.',
      it: 'Dopo la commissione di rete resterebbe troppo poco per inviarlo sulla rete Bitcoin. Nessun fondo è stato mosso.',
      pt: 'Depois da taxa de rede sobraria pouco demais para enviar pela rede Bitcoin. Nenhum fundo foi movido.',
    },
  },
  TOO_MANY_COINS: {
    status: 409,
    text: {
      es: 'Los fondos están en muchas monedas pequeñas: de una vez se pueden retirar como máximo {btc} BTC. No se movió ningún fondo.',
      en: 'The funds are in many small coins: at most {btc} BTC can be withdrawn at once. No funds were moved.',
      it: 'I fondi sono in molte monete piccole: in una volta si possono prelevare al massimo {btc} BTC. Nessun fondo è stato mosso.',
      pt: 'Os fundos estão em muitas moedas pequenas: de uma vez podem ser retirados no máximo {btc} BTC. Nenhum fundo foi movido.',
    },
  },
  NOTHING_TO_CLOSE: {
    status: 409,
    text: {
      es: 'Esta nómina no tiene ningún pago a medias que cerrar. No se ha cambiado nada.',
      en: 'This payroll has no payment paid in part that could be closed. Nothing was changed.',
      it: 'Questo libro paga non ha pagamenti a metà da chiudere. Non è stato cambiato nulla.',
      pt: 'Esta folha não tem nenhum pagamento parcial para encerrar. Nada foi alterado.',
    },
  },
  CSV_INVALID: {
    status: 422,
    text: {
      es: 'El archivo tiene {count} error(es). No se ha guardado nada.',
      en: 'The file has {count} error(s). Nothing was saved.',
      it: 'Il file ha {count} errore/i. Non è stato salvato nulla.',
      pt: 'O arquivo tem {count} erro(s). Nada foi salvo.',
    },
  },
  IMPORT_IN_PROGRESS: {
    status: 409,
    text: {
      es: 'Ya se está cargando una lista de empleados. No se ha cambiado nada; espera a que termine.',
      en: 'A list of employees is already being loaded. Nothing was changed; wait until it is done.',
      it: 'È già in corso il caricamento di un elenco di dipendenti. Non è stato cambiato nulla; attendi che finisca.',
      pt: 'Uma lista de funcionários já está sendo carregada. Nada foi alterado; espere até terminar.',
    },
  },
  IMPORT_INTERRUPTED: {
    status: 409,
    text: {
      es: 'La carga del archivo se interrumpió. No se ha guardado nada; súbelo de nuevo.',
      en: 'The upload of the file was interrupted. Nothing was saved; upload it again.',
      it: 'Il caricamento del file è stato interrotto. Non è stato salvato nulla; caricalo di nuovo.',
      pt: 'O envio do arquivo foi interrompido. Nada foi salvo; envie-o de novo.',
    },
  },
  IN_USE: {
    status: 409,
    text: {
      es: 'Otra operación está usando estos datos. No se ha hecho nada; prueba de nuevo en un momento.',
      en: 'Another operation is using this data. Nothing was done; try again in a moment.',
      it: 'Un’altra operazione sta usando questi dati. Non è stato fatto nulla; riprova tra un momento.',
      pt: 'Outra operação está usando estes dados. Nada foi feito; tente de novo em um momento.',
    },
  },
  NOT_UNCONFIRMED: {
    status: 409,
    text: {
      es: 'Esta transacción ya no espera confirmación, así que no se puede acelerar. No se ha cambiado nada.',
      en: 'This transaction is not waiting for confirmation, so it cannot be sped up. Nothing was changed.',
      it: 'Questa transazione non è in attesa di conferma, quindi non si può accelerare. Non è stato cambiato nulla.',
      pt: 'Esta transação não está aguardando confirmação, portanto não pode ser acelerada. Nada foi alterado.',
    },
  },
  CANNOT_BE_BUMPED: {
    status: 409,
    text: {
      es: 'La red no acepta acelerar esta transacción ahora. Sigue su curso; no se ha cambiado nada.',
      en: 'The network does not accept speeding this transaction up now. It takes its course; nothing was changed.',
      it: 'La rete non accetta di accelerare questa transazione ora. Segue il suo corso; non è stato cambiato nulla.',
      pt: 'A rede não aceita acelerar esta transação agora. Ela segue seu curso; nada foi alterado.',
    },
  },
  FEE_RATE_TOO_LOW: {
    status: 409,
    text: {
      es: 'La comisión debe ser de al menos {least} sat/vB. No se ha cambiado nada.',
      en: 'The fee must be at least {least} sat/vB. Nothing was changed.',
      it: 'La commissione deve essere di almeno {least} sat/vB. Non è stato cambiato nulla.',
      pt: 'A taxa deve ser de pelo menos {least} sat/vB. Nada foi alterado.',
    },
  },
  NOT_CANCELLABLE: {
    status: 409,
    text: {
      es: 'Este pago ya no se puede cancelar. No se ha cambiado nada.',
      en: 'This payment can no longer be cancelled. Nothing was changed.',
      it: 'Questo pagamento non si può più annullare. Non è stato cambiato nulla.',
      pt: 'Este pagamento não pode mais ser cancelado. Nada foi alterado.',
    },
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 409,
    text: {
      es: 'Esta clave de idempotencia ya se usó con otros datos. No se ha hecho nada.',
      en: 'This idempotency key was used with other data. Nothing was done.',
      it: 'Questa chiave di idempotenza è già stata usata con altri dati. Non è stato fatto nulla.',
      pt: 'Esta chave de idempotência já foi usada com outros dados. Nada foi feito.',
    },
  },
  REQUEST_IN_PROGRESS: {
    status: 409,
    text: {
      es: 'La misma petición se está procesando. Espera un momento y mira el resultado.',
      en: 'The same request is being processed. Wait a moment and look at the result.',
      it: 'La stessa richiesta è in elaborazione. Attendi un momento e guarda il risultato.',
      pt: 'A mesma requisição está em andamento. Aguarde um momento e veja o resultado.',
    },
  },
  RATE_LIMITED: {
    status: 429,
    text: {
      es: 'Demasiados intentos. Espera un momento y prueba de nuevo.',
      en: 'Too many attempts. Wait a moment and try again.',
      it: 'Troppi tentativi. Attendi un momento e riprova.',
      pt: 'Tentativas demais. Aguarde um momento e tente de novo.',
    },
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    text: {
      es: 'Los datos enviados son demasiado grandes. No se ha guardado nada.',
      en: 'The data sent is too large. Nothing was saved.',
      it: 'I dati inviati sono troppo grandi. Non è stato salvato nulla.',
      pt: 'Os dados enviados são grandes demais. Nada foi salvo.',
    },
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    text: {
      es: 'El tipo de contenido enviado no se acepta aquí. No se ha guardado nada.',
      en: 'The content type sent is not accepted here. Nothing was saved.',
      it: 'Il tipo di contenuto inviato non è accettato qui. Non è stato salvato nulla.',
      pt: 'O tipo de conteúdo enviado não é aceito aqui. Nada foi salvo.',
    },
  },
  NODE_UNAVAILABLE: {
    status: 503,
    text: {
      es: 'El nodo de Bitcoin no responde. No se movió ningún fondo; prueba de nuevo en unos minutos.',
      en: 'The Bitcoin node does not answer. No funds were moved; try again in a few minutes.',
      it: 'Il nodo Bitcoin non risponde. Nessun fondo è stato mosso; riprova tra qualche minuto.',
      pt: 'O nó Bitcoin não responde. Nenhum fundo foi movido; tente de novo em alguns minutos.',
    },
  },
  WALLET_AHEAD_OF_RECORDS: {
    status: 409,
    text: {
      es: 'En la cadena hay pagos de esta nómina que los registros no conocían, quizá porque se restauró una copia antigua. Revísalos y confirma que los has visto antes de pagar: no se ha movido ningún fondo.',
      en: 'The chain has payments of this payroll that the records did not know, perhaps because an old backup was restored. Look at them and confirm that you have seen them before you pay: no funds were moved.',
      it: 'Sulla catena ci sono pagamenti di questo libro paga che i registri non conoscevano, forse perché è stata ripristinata una vecchia copia. Esaminali e conferma di averli visti prima di pagare: nessun fondo è stato mosso.',
      pt: 'Na cadeia há pagamentos desta folha que os registros não conheciam, talvez porque uma cópia antiga foi restaurada. Examine-os e confirme que os viu antes de pagar: nenhum fundo foi movido.',
    },
  },
  PAYMENTS_STOPPED: {
    status: 503,
    text: {
      es: 'Los pagos están detenidos porque una comprobación de los fondos encontró una diferencia. No se movió ningún fondo; el operador debe revisarla.',
      en: 'Payments are stopped because a check of the funds found a discrepancy. No funds were moved; the operator must look into it.',
      it: 'I pagamenti sono sospesi perché un controllo dei fondi ha trovato una differenza. Nessun fondo è stato mosso; l’operatore deve verificarla.',
      pt: 'Os pagamentos estão suspensos porque uma verificação dos fundos encontrou uma diferença. Nenhum fundo foi movido; o operador precisa examiná-la.',
    },
  },
  PRICE_UNAVAILABLE: {
    status: 503,
    text: {
      es: 'No hay un precio reciente de Bitcoin. No se movió ningún fondo; prueba de nuevo en unos minutos.',
      en: 'There is no recent Bitcoin price. No funds were moved; try again in a few minutes.',
      it: 'Non c’è un prezzo recente di Bitcoin. Nessun fondo è stato mosso; riprova tra qualche minuto.',
      pt: 'Não há um preço recente do Bitcoin. Nenhum fundo foi movido; tente de novo em alguns minutos.',
    },
  },
  BUSY: {
    status: 503,
    text: {
      es: 'Hay demasiadas solicitudes a la vez. Prueba de nuevo en unos segundos.',
      en: 'There are too many requests at once. Try again in a few seconds.',
      it: 'Ci sono troppe richieste insieme. Riprova tra qualche secondo.',
      pt: 'Há solicitações demais ao mesmo tempo. Tente de novo em alguns segundos.',
    },
  },
  ACCOUNT_TAMPERED: {
    status: 409,
    text: {
      es: 'Los datos de esta cuenta se cambiaron por fuera de Quincena. No se ha hecho nada ni se ha movido ningún fondo. Avisa a quien opera Quincena: tiene que revisarlos.',
      en: 'The data of this account was changed outside Quincena. Nothing was done and no funds have moved. Tell whoever runs Quincena: they have to look at it.',
      it: 'I dati di questo account sono stati modificati al di fuori di Quincena. Non è stato fatto nulla e nessun fondo si è mosso. Avvisa chi gestisce Quincena: deve controllarli.',
      pt: 'Os dados desta conta foram alterados por fora da Quincena. Nada foi feito e nenhum fundo se moveu. Avise quem opera a Quincena: é preciso revisá-los.',
    },
  },
  INTERNAL: {
    status: 500,
    text: {
      es: 'Algo falló de nuestro lado. Vuelve a cargar la página para ver el estado real de tus pagos.',
      en: 'Something failed on our side. Reload the page to see the true state of your payments.',
      it: 'Qualcosa è andato storto da parte nostra. Ricarica la pagina per vedere lo stato reale dei pagamenti.',
      pt: 'Algo falhou do nosso lado. Recarregue a página para ver o estado real dos seus pagamentos.',
    },
  },
} as const satisfies Record<string, { status: number; text: Texts }>

export type ErrorCode = keyof typeof catalogue

/** Status and texts of a code. */
export function errorEntry(code: ErrorCode): { status: number; text: Texts } {
  return catalogue[code]
}
