import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { missingPackages, nodeIsNewEnough, type Packages } from './setup.mjs'

const json = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))

test('Node is new enough where every dependency runs', () => {
  for (const version of ['20.19.0', '20.20.2', '22.12.0', '24.0.0', '26.1.0'])
    expect(nodeIsNewEnough(version)).toBe(true)
  for (const version of ['12.22.0', '18.20.0', '20.18.3', '21.7.0', '22.11.0'])
    expect(nodeIsNewEnough(version)).toBe(false)
})

test('package.json asks for the same Node', () => {
  expect(json('../package.json').engines.node).toBe('^20.19.0 || >=22.12.0')
})

const wanted: Packages = {
  '': {},
  'node_modules/zod': { version: '4.6.7' },
  'node_modules/biome': { version: '2.6.8', dev: true },
  'node_modules/esbuild-linux': { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'] },
  'node_modules/esbuild-win': { version: '1.0.0', optional: true, os: ['win32'], cpu: ['x64'] },
  'node_modules/rolldown-musl': { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'], libc: ['musl'] },
  'node_modules/only-for-wasm': { version: '1.0.0', optional: true },
}
const linux = { dev: false, platform: 'linux', arch: 'x64' }

test('a package that is missing or of another version is missing', () => {
  expect(missingPackages(wanted, {}, linux)).toEqual(['node_modules/zod', 'node_modules/esbuild-linux'])
  expect(missingPackages(wanted, { ...wanted, 'node_modules/zod': { version: '4.6.6' } }, linux)).toEqual([
    'node_modules/zod',
  ])
})

test('packages for developers count only where they are asked for, and a full install is fresh for everybody', () => {
  const { 'node_modules/biome': _, ...katas } = wanted
  expect(missingPackages(wanted, katas, linux)).toEqual([])
  expect(missingPackages(wanted, katas, { ...linux, dev: true })).toEqual(['node_modules/biome'])
  expect(missingPackages(wanted, wanted, linux)).toEqual([])
})

test('a folder that was installed on another system is not fresh on this one', () => {
  const { 'node_modules/esbuild-win': _, ...onLinux } = wanted
  expect(missingPackages(wanted, onLinux, linux)).toEqual([])
  expect(missingPackages(wanted, onLinux, { ...linux, platform: 'win32' })).toEqual(['node_modules/esbuild-win'])
})

test('what is installed here is fresh', () => {
  const lock = json('../package-lock.json').packages
  const installed = json('../node_modules/.package-lock.json').packages
  expect(missingPackages(lock, installed, { dev: false })).toEqual([])
})

test('no registry address stands in the lock file', () => {
  expect(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')).not.toMatch(/"resolved"/)
})
