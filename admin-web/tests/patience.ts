/** What a page shows after an answer may take seconds where other work shares the processor; Testing Library gives up after one. */
import { configure } from '@testing-library/react'

configure({ asyncUtilTimeout: 15_000 })
