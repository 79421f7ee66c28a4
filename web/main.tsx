import './lib/zod-without-eval.ts'
