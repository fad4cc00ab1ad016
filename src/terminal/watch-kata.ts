/** The watched screen: judges at each save, one method a key. What it shows stands in `screen.ts`. */
import { join } from 'node:path'
import type { Catalogue, Kata } from '../catalogue/index.ts'
import { root } from '../commands/workbook.ts'
import { passed } from '../judge/verdict.ts'
import { emptyState, judgeKata, nextOf } from './judging.ts'
import { type Key, keyLine, screen } from './screen.ts'
import type { ScreenState } from './state.ts'
import { type Style, styles } from './styles.ts'
import { type Tty, takeOver } from './tty.ts'
import { typeErrors } from './type-errors.ts'
import { watchFiles } from './watch.ts'

const CTRL_C = '\u0003'

/** Shows a kata until the learner quits. */
export async function watchKata(catalogue: Catalogue, kata: Kata, colour: boolean): Promise<void> {
  await new WatchedScreen(catalogue, kata, styles(colour)).run()
}

class WatchedScreen {
  private state: ScreenState
  private stopWatching = () => {}
  private tty: Tty | undefined
  private checking = new AbortController()
  private judgedAt = ''
  private busy = false
  private again = false
  private end = () => {}

  constructor(
    private readonly catalogue: Catalogue,
    private kata: Kata,
    private readonly style: Style,
  ) {
    this.state = emptyState(catalogue, kata)
  }

  async run(): Promise<void> {
    const ended = new Promise<void>((resolve) => {
      this.end = resolve
    })
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
    for (const signal of signals) process.once(signal, this.end)
    this.tty = takeOver(
      (key) => this.press(key),
      () => this.draw(),
    )
    try {
      this.open(this.kata)
      await ended
    } finally {
      this.stopWatching()
      this.checking.abort()
      this.tty.leave()
      for (const signal of signals) process.off(signal, this.end)
    }
    console.log('Everything is saved in planner.ts. Come back with: npm start')
  }

  private open(kata: Kata): void {
    this.stopWatching()
    this.kata = kata
    this.state = emptyState(this.catalogue, kata)
    this.stopWatching = watchFiles(join(root, kata.paths.folder), ['planner.ts', 'planner.test.ts'], () => this.judge())
    this.judge()
  }

  /** The keys that work now. */
  private keys(): (Key & { press(): void })[] {
    const next = nextOf(this.catalogue, this.kata)
    const done = this.state.verdict !== null && passed(this.state.verdict)
    return [
      ...(done && next ? [{ key: 'n', does: 'next kata', press: () => this.open(next) }] : []),
      ...(this.state.judging ? [] : [{ key: 'r', does: 'run again', press: () => this.judge() }]),
      { key: 'q', does: 'quit', press: () => this.end() },
    ]
  }

  private press(key: string): void {
    const known = this.keys().find((one) => one.key === (key === CTRL_C ? 'q' : key.toLowerCase()))
    known?.press()
  }

  /** One verdict at a time; a save in the middle of one is judged after it. */
  private async judge(): Promise<void> {
    this.again = true
    if (this.busy) return
    this.busy = true
    try {
      while (this.again) {
        this.again = false
        await this.judgeOnce(this.kata)
      }
    } catch (error) {
      this.fail(error)
    }
    this.busy = false
  }

  private async judgeOnce(kata: Kata): Promise<void> {
    this.change({ judging: true })
    const judged = await judgeKata(kata)
    if (kata !== this.kata) return
    // A save that changed nothing in the verdict was noticed all the same.
    this.judgedAt = `judged at ${new Date().toTimeString().slice(0, 8)}`
    this.change({ ...judged, judging: false })
    // The types follow: they take longer than the verdict, and never hold it up.
    this.checking.abort()
    this.checking = new AbortController()
    const { signal } = this.checking
    void typeErrors(root, kata.folder, signal).then((types) => {
      if (!signal.aborted && kata === this.kata) this.change({ types })
    })
  }

  private change(part: Partial<ScreenState>): void {
    this.state = { ...this.state, ...part }
    this.draw()
  }

  private draw(): void {
    if (!this.tty) return
    const { columns, rows } = this.tty.size()
    const canvas = { columns, rows: rows - 1, style: this.style }
    const lines = screen(this.state, canvas).slice(0, rows - 1)
    while (lines.length < rows - 1) lines.push('')
    this.tty.draw([...lines, keyLine(this.keys(), this.state.judging ? 'judging …' : this.judgedAt, canvas)])
  }

  /** A fault of ours: the terminal first, then the words. */
  private fail(error: unknown): void {
    this.tty?.leave()
    console.error(error)
    console.error('\nThis is a fault of the workbook, not of your planner. Please report it with the lines above.')
    process.exitCode = 2
    this.end()
  }
}
