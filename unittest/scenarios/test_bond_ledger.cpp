#include "bonded.h"
