export { type DeliveryParts, deliver } from './delivery.ts'
export { deliverMessages } from './duty.ts'
export { type Channel, type Message, queueMessage } from './queue.ts'
export { codeLivesMinutes, resetLivesMinutes } from './templates/codes.ts'
