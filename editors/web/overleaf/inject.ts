// Runs in Overleaf's page, before Overleaf does.

import { wireOfExtension } from "./channel.ts"
import { install } from "./install.ts"

install(wireOfExtension())
