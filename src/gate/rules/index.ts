/** Every rule of the gate, in the order in which an author wants to hear of them: what is cheap to know first. */
import type { Rule } from '../rule.ts'
import { cheatsStopped } from './cheats-stopped.ts'
import { evidenceLinked } from './evidence-linked.ts'
import { exactAssertions } from './exact-assertions.ts'
import { glossaryWellFormed } from './glossary-well-formed.ts'
import { hostsAgree } from './hosts-agree.ts'
import { inOrder } from './in-order.ts'
import { linksResolve } from './links-resolve.ts'
import { mutantsStopped } from './mutants-stopped.ts'
import { noGaps } from './no-gaps.ts'
import { noLiteralsInTests } from './no-literals-in-tests.ts'
import { noSpoilers } from './no-spoilers.ts'
import { outcomesInTable } from './outcomes-in-table.ts'
import { outcomesPlayed } from './outcomes-played.ts'
import { quotationsInRuns } from './quotations-in-runs.ts'
import { requirementsApart } from './requirements-apart.ts'
import { rightPlannersDiffer } from './right-planners-differ.ts'
import { rightPlannersPass } from './right-planners-pass.ts'
import { runsNamedForWhatWasAsked } from './runs-named-for-what-was-asked.ts'
import { sealsFresh } from './seals-fresh.ts'
import { shippedPlannerFails } from './shipped-planner-fails.ts'
import { wrongPlannersStopped } from './wrong-planners-stopped.ts'

/** Rules about texts: no planner runs for them. */
export const TEXT_RULES: Rule[] = [
  noSpoilers,
  exactAssertions,
  noLiteralsInTests,
  outcomesInTable,
  evidenceLinked,
  linksResolve,
  quotationsInRuns,
  runsNamedForWhatWasAsked,
  inOrder,
  glossaryWellFormed,
  noGaps,
]

/** Rules about what planners do. They make no sense while a text rule of the catalogue fails. */
export const PLAY_RULES: Rule[] = [
  outcomesPlayed,
  shippedPlannerFails,
  wrongPlannersStopped,
  requirementsApart,
  cheatsStopped,
  rightPlannersDiffer,
  rightPlannersPass,
  hostsAgree,
  sealsFresh,
  mutantsStopped,
]
