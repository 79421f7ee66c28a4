export { type Channel, type Message, queueMessage } from './queue.ts'
export { codeLivesMinutes, resetLivesMinutes } from './templates/codes.ts'
