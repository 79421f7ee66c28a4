import type { Texts } from './errors.ts'
import { type FieldText, fieldTexts } from './texts.ts'

/** Texts about a file of employees, and about its cells besides the form's own rules. */
export const csvTexts = {
  csvName: {
    es: 'El nombre del archivo debe contener «csv»',
    en: 'The name of the file must contain "csv"',
    it: 'Il nome del file deve contenere «csv»',
    pt: 'O nome do arquivo deve conter “csv”',
  },
  csvEmpty: {
    es: 'El archivo no tiene ningún empleado',
    en: 'The file has no employees',
    it: 'Il file non ha nessun dipendente',
    pt: 'O arquivo não tem nenhum funcionário',
  },
  csvEncoding: {
    es: 'Desde esta línea el archivo no se puede leer. Guárdalo como «CSV UTF-8»',
    en: 'From this line on the file cannot be read. Save it as "CSV UTF-8"',
    it: 'Da questa riga il file non è leggibile. Salvalo come «CSV UTF-8»',
    pt: 'A partir desta linha o arquivo não pode ser lido. Salve-o como “CSV UTF-8”',
  },
  csvQuoteOpen: {
    es: 'La fila que empieza aquí tiene comillas que no se cierran, o es demasiado larga',
    en: 'The row that begins here has a quote that is never closed, or is too long',
    it: 'La riga che inizia qui ha virgolette che non si chiudono, o è troppo lunga',
    pt: 'A linha que começa aqui tem aspas que não se fecham, ou é longa demais',
  },
  csvTooSlow: {
    es: 'El archivo no se pudo leer a tiempo. Guárdalo de nuevo como «CSV UTF-8» y súbelo otra vez',
    en: 'The file could not be read in time. Save it again as "CSV UTF-8" and upload it once more',
    it: 'Non è stato possibile leggere il file in tempo. Salvalo di nuovo come «CSV UTF-8» e ricaricalo',
    pt: 'Não foi possível ler o arquivo a tempo. Salve-o de novo como “CSV UTF-8” e envie-o outra vez',
  },
  csvColumnMissing: {
    es: 'Falta la columna «{column}»',
    en: 'The column "{column}" is missing',
    it: 'Manca la colonna «{column}»',
    pt: 'Falta a coluna “{column}”',
  },
  csvColumnTwice: {
    es: 'La columna «{column}» está repetida',
    en: 'The column "{column}" stands twice',
    it: 'La colonna «{column}» è ripetuta',
    pt: 'A coluna “{column}” está repetida',
  },
  csvTooManyCells: {
    es: 'La fila tiene más celdas que el encabezado: revisa comas y comillas',
    en: 'The row has more cells than the header: check commas and quotes',
    it: 'La riga ha più celle dell’intestazione: controlla virgole e virgolette',
    pt: 'A linha tem mais células que o cabeçalho: revise vírgulas e aspas',
  },
  csvRounded: {
    es: 'La hoja de cálculo redondeó este número y perdió cifras. Dale formato de texto y escríbelo de nuevo',
    en: 'The spreadsheet rounded this number and lost digits. Format the cell as text and write it again',
    it: 'Il foglio di calcolo ha arrotondato questo numero e perso cifre. Formatta la cella come testo e riscrivilo',
    pt: 'A planilha arredondou este número e perdeu dígitos. Formate a célula como texto e escreva-o de novo',
  },
  csvSalaryAmbiguous: {
    es: 'Podría ser «{thousands}» o «{decimals}». Escríbelo sin separador de miles y con dos decimales',
    en: 'It could be "{thousands}" or "{decimals}". Write it without a thousands separator and with two decimals',
    it: 'Potrebbe essere «{thousands}» o «{decimals}». Scrivilo senza separatore delle migliaia e con due decimali',
    pt: 'Pode ser “{thousands}” ou “{decimals}”. Escreva-o sem separador de milhar e com duas casas decimais',
  },
  csvIdentificationTwice: {
    es: 'Esta identificación ya está en la línea {line}',
    en: 'This identification is already on line {line}',
    it: 'Questa identificazione è già alla riga {line}',
    pt: 'Esta identificação já está na linha {line}',
  },
  csvAddressTwice: {
    es: 'Esta dirección ya está en la línea {line}, con otro nombre',
    en: 'This address is already on line {line}, with another name',
    it: 'Questo indirizzo è già alla riga {line}, con un altro nome',
    pt: 'Este endereço já está na linha {line}, com outro nome',
  },
  identificationElsewhere: {
    es: 'Otro empleado tiene esta identificación',
    en: 'Another employee has this identification',
    it: 'Un altro dipendente ha questa identificazione',
    pt: 'Outro funcionário tem esta identificação',
  },
} as const satisfies Record<string, Texts>

export type CsvText = keyof typeof csvTexts

/** The texts of a cell, by key. */
export type CellText = FieldText | CsvText

export const cellTexts = { ...fieldTexts, ...csvTexts }

export const isCellText = (message: string): message is CellText =>
  Object.hasOwn(cellTexts, message)
