// Stopped by R3.
// The caller wants the report, and the report is there before the clerk has put its papers away.
// review: true
/** Asks the clerk for something, and returns what came of it: at once, or when the task has ended. Follows the stream. */
import type { Desk, Outcome, Part } from '#kit'

export interface Errand {
  ask: string
}

export async function plan(desk: Desk<'clerk'>, { ask }: Errand): Promise<Outcome> {
  const { clerk } = desk.agents
  const message = { messageId: crypto.randomUUID(), role: 'ROLE_USER' as const, parts: [{ text: ask }] }
  let words = ''
  for await (const event of clerk.sendStreamingMessage({ message })) {
    if (event.message) return { kind: 'done', result: textOf(event.message.parts) }
    if (event.artifactUpdate) return { kind: 'done', result: textOf(event.artifactUpdate.artifact.parts) }
    if (event.statusUpdate) words = textOf(event.statusUpdate.status.message?.parts)
  }
  return { kind: 'failed', words }
}

/** The text of what was written or said. */
function textOf(parts: Part[] = []): string {
  return parts.map((part) => part.text).join('')
}
