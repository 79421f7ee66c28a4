import { z } from 'zod/mini'

// The content security policy forbids `new Function`, with which zod would compile its schemas; it
// must know before the first schema is built, so main.tsx imports this file before all others.
z.config({ jitless: true })
