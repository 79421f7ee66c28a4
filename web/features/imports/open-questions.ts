import type { PersonDecision, PersonQuestion } from '#contract/imports.ts'
import type { UploadState } from './use-upload.ts'

const none: readonly PersonQuestion[] = []

/** The rows of a file that may be known people, doubtful ones and namesakes with another document. */
export function questionsOf(upload: UploadState): readonly PersonQuestion[] {
  if (upload.step === 'undecided') return upload.rows
  return (upload.step === 'compared' && upload.diff.namesakes) || none
}

/** The answer to a question; undefined: nobody has given one. */
export const answerOf = (
  { row, person }: PersonQuestion,
  decisions: readonly PersonDecision[],
): PersonDecision | undefined =>
  decisions.find((one) => one.row === row && one.person === person._id)

/** The questions that nobody has answered yet. */
export const openQuestions = (
  upload: UploadState,
  decisions: readonly PersonDecision[],
): readonly PersonQuestion[] =>
  questionsOf(upload).filter((question) => !answerOf(question, decisions))
