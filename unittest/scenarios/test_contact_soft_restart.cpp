#include "soft_contact.h"
