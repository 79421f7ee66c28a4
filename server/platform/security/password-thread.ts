import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { hashSync, type Options, verifySync } from '@node-rs/argon2'
import type { HashAnswer, HashTask } from './passwords.ts'

/** Below everything that answers people: who signs in waits a little longer, and nobody waits for him. */
const niceness = 5

const parameters = workerData as Options

// The priority of this thread alone, which only Linux has.
if (process.platform === 'linux') setPriority(niceness)

function answerTo({ password, stored }: HashTask): HashAnswer {
  try {
    return { result: stored ? verifySync(stored, password) : hashSync(password, parameters) }
  } catch (error) {
    return { error }
  }
}

parentPort?.on('message', (task: HashTask) => parentPort?.postMessage(answerTo(task)))
