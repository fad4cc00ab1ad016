/** The terminal itself: its other screen, raw keys, and that it is given back whatever happens. No words of ours. */
import { writeSync } from 'node:fs'

/** Other screen, no cursor, no wrapping at the right edge. */
const ENTER = '\u001b[?1049h\u001b[?25l\u001b[?7l'
const LEAVE = '\u001b[?7h\u001b[?25h\u001b[?1049l'

export interface Tty {
  /** The size now. */
  size(): { columns: number; rows: number }
  /** Draws over what was there, without flicker: each line is cleared behind its text, the rest below. */
  draw(lines: readonly string[]): void
  /** Gives the terminal back. May be called twice. */
  leave(): void
}

/** Takes the terminal over. `key` gets each key as the terminal sends it; `resized` is called when its size changes. */
export function takeOver(key: (key: string) => void, resized: () => void): Tty {
  const { stdin, stdout } = process
  let left = false
  const onData = (data: Buffer | string) => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: arrows and the like come as one escape sequence, which is one key.
    for (const letter of String(data).match(/\u001b\[?[0-9;]*[A-Za-z~]?|[\s\S]/g) ?? []) key(letter)
  }
  const leave = () => {
    if (left) return
    left = true
    stdin.off('data', onData)
    stdout.off('resize', resized)
    process.off('exit', leave)
    try {
      stdin.setRawMode(false)
      stdin.pause()
      // Not `stdout.write`: this must be out before the process ends.
      writeSync(1, LEAVE)
    } catch {
      // The terminal is gone: there is nobody to give it back to.
    }
  }
  process.on('exit', leave)
  stdin.setRawMode(true)
  stdin.resume()
  stdin.on('data', onData)
  stdout.on('resize', resized)
  stdout.write(ENTER)
  return {
    size: () => ({ columns: stdout.columns || 80, rows: stdout.rows || 24 }),
    draw: (lines) => {
      if (!left) stdout.write(`\u001b[H${lines.map((line) => `${line}\u001b[K`).join('\r\n')}\u001b[J`)
    },
    leave,
  }
}
