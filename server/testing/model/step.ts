import type fc from 'fast-check'
import type { Model, Real } from './company.ts'

/** One thing that happens; afterwards all that moves by itself comes to rest. */
export abstract class Step implements fc.AsyncCommand<Model, Real> {
  check(_model: Readonly<Model>): boolean {
    return true
  }

  async run(model: Model, real: Real): Promise<void> {
    real.story.push(this.toString())
    await this.happen(model, real)
    await real.world.settled(real.payrollId)
  }

  protected abstract happen(model: Model, real: Real): Promise<void>
  abstract toString(): string
}
