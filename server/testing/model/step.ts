import type fc from 'fast-check'
import type { Model, Real } from './company.ts'

/** A step of a history; afterwards all that moves by itself comes to rest. */
export abstract class ModelStep implements fc.AsyncCommand<Model, Real> {
  check(_model: Readonly<Model>): boolean {
    return true
  }

  async run(model: Model, real: Real): Promise<void> {
    real.story.push(this.toString())
    await this.happen(model, real)
    await real.world.waitUntilRest(real.payrollId)
  }

  protected abstract happen(model: Model, real: Real): Promise<void>
  abstract toString(): string
}

/** A button of a transaction; `outcome` is 'done' or the code of the refusal. */
export async function pressButton(
  { client, story }: Real,
  what: 'approve' | 'reject' | 'bump' | 'cancel',
  id: string,
  body: Record<string, unknown> = {},
) {
  const { status, answer } = await client.ask('POST', `/api/v1/transactions/${id}/${what}`, {
    body,
  })
  const outcome = status === 200 ? 'done' : (answer.code ?? '')
  story.push(`  ${outcome}`)
  return outcome
}
