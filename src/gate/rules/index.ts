/** Every rule of the gate, in the order in which an author wants to hear of them: what is cheap to know first. */
import type { Rule } from '../rule.ts'
import { cheatsStopped } from './cheats-stopped.ts'
import { hostsAgree } from './hosts-agree.ts'
import { mutantsStopped } from './mutants-stopped.ts'
import { requirementsApart } from './requirements-apart.ts'
import { rightPlannersDiffer } from './right-planners-differ.ts'
import { rightPlannersPass } from './right-planners-pass.ts'
import { sealsFresh } from './seals-fresh.ts'
import { shippedPlannerFails } from './shipped-planner-fails.ts'
import { wrongPlannersStopped } from './wrong-planners-stopped.ts'

/** Rules about texts: no planner runs for them. */
export const TEXT_RULES: Rule[] = []

/** Rules about what planners do. They make no sense while a text rule of the catalogue fails. */
export const PLAY_RULES: Rule[] = [shippedPlannerFails, wrongPlannersStopped, requirementsApart, cheatsStopped, rightPlannersDiffer, rightPlannersPass, hostsAgree, sealsFresh, mutantsStopped]
