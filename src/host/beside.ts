/** Beside the test, in Node, as a host: for breakpoints and real stacks (`kata debug`). */
import type { Host } from './host.ts'

/** Plays follow one another, as behind the wall. */
export function besideHost(): Host {
  let queue: Promise<unknown> = Promise.resolve()
  return {
    name: 'beside',
    play(job, answers) {
      const next = queue.then(async () => {
        // Only here: it loads the type stripper, which everybody else leaves to the worker.
        const { playBeside } = await import('./beside-play.ts')
        return playBeside(job, answers)
      })
      queue = next.catch(() => undefined)
      return next
    },
    close: () => Promise.resolve(),
  }
}
