/** Tells when one of a folder's files has changed: by the system's notices, and by looking, for disks that give none (network, WSL mounts). */
import { type FSWatcher, readFileSync, watch } from 'node:fs'
import { join } from 'node:path'

/** Editors write a file in several steps; one save is one change. */
const SETTLE_MS = 25
/** How often to look where notices may not come at all, and where they do. */
const LOOK_MS = { alone: 250, beside: 1000 }

/** Calls `changed` after a file of `folder` named in `names` has another text. Returns what ends the watch. */
export function watchFiles(folder: string, names: readonly string[], changed: () => void): () => void {
  const texts = () => names.map((name) => read(join(folder, name))).join('\0')
  let known = texts()
  let timer: NodeJS.Timeout | undefined
  const look = () => {
    const now = texts()
    if (now === known) return
    known = now
    changed()
  }
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(look, SETTLE_MS)
  }
  // The folder, not the file: many editors save by putting a new file in the old one's place.
  let watcher: FSWatcher | undefined
  try {
    watcher = watch(folder, (_event, name) => {
      if (name === null || names.includes(name)) soon()
    })
    watcher.on('error', () => watcher?.close())
  } catch {
    watcher = undefined
  }
  const looking = setInterval(look, watcher ? LOOK_MS.beside : LOOK_MS.alone)
  return () => {
    clearTimeout(timer)
    clearInterval(looking)
    watcher?.close()
  }
}

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
