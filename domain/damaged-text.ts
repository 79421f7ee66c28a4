/** Signs that one encoding makes of another's letters, beside the letters of a word. */
const besideLetters =
  /\ufffd|\p{L}[¤¢£¥§¬¦†‡‰ƒ„‚˜‹›¶¨¸¯±×÷µ∂∑∏∫√≈∆◊⁄˙˚˝˛ˇ]|[¤¢£¥§¬¦†‡‰ƒ„‚˜‹›¶¨¸¯±×÷µ∂∑∏∫√≈∆◊⁄˙˚˝˛ˇ]\p{L}|…\p{L}/u
/** The two bytes of a letter in UTF-8, read as two letters: `JosÃ©`, `GarcÃa`. And `Garc¡a` of MS-DOS. */
const twiceRead = /[ÃÂ][^\p{L}\s]|\p{Ll}[ÃÂ]|â€|\p{L}[¡¿]/u

/** Whether a name was read in another encoding than it was written in, and its letters are lost. */
export const isDamaged = (text: string): boolean =>
  /[^\0-\x7f]/.test(text) && (besideLetters.test(text) || twiceRead.test(text))
